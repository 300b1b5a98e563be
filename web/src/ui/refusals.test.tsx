import { screen } from "@testing-library/react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { required } from "@/lib/validate";
import { render } from "@/testing/render";
import { Button } from "./Button";
import { TextField } from "./Field";
import { Form, field, useForm } from "./Form";

const written = z.object({
  title: required(),
  translations: z.object({ es: z.object({ title: z.string() }) }),
});

function Write({ refused }: { refused: string }) {
  const form = useForm(written, { title: "Terms", translations: { es: { title: "Reglas" } } });
  const refusal = new ApiError(422, "Refused", { fields: { [refused]: "Too long" } });
  return (
    <Form form={form} onSubmit={() => Promise.reject(refusal)}>
      <TextField label="Title" {...field(form, "title")} />
      <TextField label="Title (Español)" {...field(form, "translations.es.title")} />
      <Button type="submit">Save</Button>
    </Form>
  );
}

test("what is refused of a property inside another is said at its field", async () => {
  const { user } = await render(<Write refused="translations.es.title" />);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findAllByRole("alert")).map((alert) => alert.textContent)).toEqual([
    "Too long",
  ]);
  const spanish = screen.getByLabelText("Title (Español)");
  expect(spanish.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(spanish);
});

test.each(["translations", "translations.de.title"])(
  "what is refused of %s, which is no field, is said below the form",
  async (refused) => {
    const { user } = await render(<Write refused={refused} />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/Too long|Refused/);
    expect(screen.getByLabelText("Title (Español)").getAttribute("aria-invalid")).not.toBe("true");
  },
);
