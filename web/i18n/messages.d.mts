export function filesByCatalogue(): { name: string; catalogue: string | undefined }[];
