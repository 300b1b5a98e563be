/** Sets the cookie by which the app knows whose pages it draws before it knows who is logged in. */
export function setRole(role: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  document.cookie = `role=${role}; path=/`;
}
