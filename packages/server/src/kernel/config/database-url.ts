/** Is this an address whose parts are clear? Otherwise a part of the password would be taken for the host or the name. */
export function isDatabaseUrl(value: string): boolean {
  // An empty host stands for the local socket; the URL class wants one.
  const complete = value.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?]|$)/, '$1localhost');
  if (!/^postgres(ql)?:\/\/\S+$/.test(value) || !URL.canParse(complete)) return false;
  const { username, password, pathname, hash } = new URL(complete);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
  } catch {
    return false;
  }
  return hash === '' && !pathname.includes('@');
}
