// The light build has the full one's types.
declare module "hls.js/light" {
  export { default } from "hls.js";
}
