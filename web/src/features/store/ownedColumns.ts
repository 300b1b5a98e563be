/** The grid of what a member owns. */
export const ownedColumns =
  "grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4 2xl:grid-cols-5";
