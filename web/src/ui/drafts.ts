/** What was typed into forms that were left, by the form's name, until it is sent or the tab closes. */
export const drafts = new Map<string, object>();
