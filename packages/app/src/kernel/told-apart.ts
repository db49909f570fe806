/** A person by name and, as far as it is known, by what tells two of one name apart: role, class or child. */
export const toldApart = ({ displayname, subtitle }: { displayname: string; subtitle?: string | undefined }): string =>
  subtitle ? `${displayname} (${subtitle})` : displayname;
