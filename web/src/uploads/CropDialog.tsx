import { Minus, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { type Area, cropped } from "./crop";
import { t } from "./texts";

export type CropDialogProps = {
  image: File;
  /** Width through height. */
  aspect: number;
  round?: boolean;
  /** Endings that may be sent. */
  accepted: readonly string[];
  onCropped: (image: File) => void;
  onClose: () => void;
};

const most = 4;

/** Chooses the part of a picture that is sent: moved and zoomed by mouse, fingers and keys. */
export function CropDialog(props: CropDialogProps) {
  const { image, aspect, round = false, accepted, onCropped, onClose } = props;
  const address = useAddressOf(image);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [problem, setProblem] = useState<string>();

  async function use() {
    const made = area && (await cropped(image, area, accepted).catch(() => null));
    if (made) onCropped(made);
    else setProblem(t("This picture cannot be read. Please choose another one."));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Choose the part that is shown")}
      description={t("Move it with the mouse, a finger or the arrow keys.")}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            variant="brand"
            disabled={area === undefined || problem !== undefined}
            onClick={use}
          >
            {t("Use this part")}
          </Button>
        </>
      }
    >
      <div className="relative mt-3 h-[min(48dvh,380px)] overflow-hidden rounded-md bg-black">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={most}
            aspect={aspect}
            cropShape={round ? "round" : "rect"}
            showGrid={!round}
            disableAutomaticStylesInjection
            keyboardStep={6}
            cropperProps={{ "aria-label": t("The part that is shown") }}
            mediaProps={{
              alt: "",
              onError: () =>
                setProblem(t("This picture cannot be read. Please choose another one.")),
            }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-3">
        <Minus size={18} aria-hidden className="shrink-0 text-fg3" />
        <span className="sr-only">{t("Zoom")}</span>
        <input
          type="range"
          min={1}
          max={most}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="h-11 min-w-0 flex-1 accent-brand"
        />
        <Plus size={18} aria-hidden className="shrink-0 text-fg3" />
      </label>
      {problem && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}

/** An address under which a chosen picture can be shown before it is sent. */
function useAddressOf(image: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(image);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  return address;
}
