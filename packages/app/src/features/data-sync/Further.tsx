/** The end of a list that names only the first of many. */
export const Further = ({ count }: { count: number }) => count > 0 && <li>… + {count}</li>;
