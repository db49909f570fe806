/** Where leads come from outside of this installation. */
export interface LeadSourceSettings {
  /** Its address without a trailing slash. */
  readonly url: string;
  /** Sent as a bearer token; it stands in no log. Null: the source asks for none. */
  readonly token: string | null;
}

/** Reads the source of leads; the token is never printed. Whether it may be asked is what `KREIDE_OUTBOUND_ALLOW` says. */
export function readLeadSource(text: (name: string) => string | null, problems: string[]): LeadSourceSettings | null {
  const [given, token] = [text('KREIDE_LEADS_URL'), text('KREIDE_LEADS_TOKEN')];
  if (given === null) {
    if (token !== null) problems.push('KREIDE_LEADS_TOKEN is of the source at KREIDE_LEADS_URL, which is not set.');
    return null;
  }
  const url = URL.parse(given);
  const isAddress = url && !url.username && !url.password && !url.search && !url.hash && /^https?:$/.test(url.protocol);
  if (!isAddress) {
    // It may hold a password.
    problems.push(
      'KREIDE_LEADS_URL is no address like https://crm.example.org/leads, without a name, a password or a query.',
    );
    return null;
  }
  if (token !== null && !/^[\x21-\x7e]{1,500}$/.test(token)) {
    problems.push('KREIDE_LEADS_TOKEN is one word of at most 500 plain letters, digits and signs.');
    return null;
  }
  return { url: url.href.replace(/\/$/, ''), token };
}
