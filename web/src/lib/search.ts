/** Characters that a search takes (behaviours.md, Search); an address may carry more. */
export const longestKeyword = 100;
