import { useState } from "react";
import { soundsOn, switchSounds } from "./ring";
import { Switch } from "./Toggle";
import { t } from "./texts";

/** Whether this device rings at requests, tips and spins. */
export function SoundSwitch() {
  const [on, setOn] = useState(soundsOn);
  return (
    <Switch
      label={t("Sounds")}
      hint={t("Requests, tips and spins ring on this device.")}
      checked={on}
      onChange={({ target }) => {
        switchSounds(target.checked);
        setOn(target.checked);
      }}
    />
  );
}
