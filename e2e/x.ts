import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Somebody = { id: string; username: string; name: string; confirmed_email?: string };

/** What stands in for X: whoever comes to its page is its person at that moment, and agrees unless told otherwise. */
export class Provider {
  person: Somebody = { id: "42", username: "serena_x", name: "Serena on X" };
  agrees = true;
  readonly posts: string[] = [];
  #codes = new Map<string, { challenge: string | null; person: Somebody }>();
  #tokens = new Map<string, Somebody>();
  #serial = 0;
  #server = createServer((request, response) => this.#answer(request, response));

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const at = this.#server.address();
    return `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    let body = "";
    for await (const part of request) body += part;
    switch (pathname) {
      case "/authorize":
        return this.#asked(searchParams, response);
      case "/token":
        return this.#given(new URLSearchParams(body), response);
      case "/revoke":
        return say(response, 200, {});
    }
    const person = this.#tokens.get((request.headers.authorization ?? "").replace("Bearer ", ""));
    if (!person) return say(response, 401, { title: "Unauthorized" });
    if (pathname === "/2/users/me") return say(response, 200, { data: person });
    this.posts.push(JSON.parse(body).text);
    say(response, 201, { data: { id: String(1000 + this.posts.length) } });
  }

  #asked(question: URLSearchParams, response: ServerResponse) {
    const answer = new URLSearchParams({ state: question.get("state") ?? "" });
    if (this.agrees) {
      const code = `code-${++this.#serial}`;
      this.#codes.set(code, { challenge: question.get("code_challenge"), person: this.person });
      answer.set("code", code);
    } else answer.set("error", "access_denied");
    response.writeHead(302, { Location: `${question.get("redirect_uri")}?${answer}` }).end();
  }

  #given(form: URLSearchParams, response: ServerResponse) {
    const code = form.get("code") ?? "";
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
    if (grant?.challenge !== challenge) return say(response, 400, { error: "invalid_grant" });
    const token = `token-${++this.#serial}`;
    this.#tokens.set(token, grant.person);
    say(response, 200, { token_type: "bearer", access_token: token, refresh_token: `again-${token}`, expires_in: 7200 });
  }
}

function say(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
