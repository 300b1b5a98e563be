export const pseudoLanguages: readonly {
  code: string;
  name: string;
  dir: string;
  write: (message: string) => string;
}[];
