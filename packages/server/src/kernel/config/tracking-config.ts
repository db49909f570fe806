/** The service that counts how the product is used; it speaks the protocol of Countly. */
export interface TrackingSettings {
  /** Its address without a trailing slash. */
  readonly url: string;
  /** The key of the app there; it stands in no log. */
  readonly key: string;
}

/** Reads the tracking service, whose address and key are set together; the key is never printed. */
export function readTracking(text: (name: string) => string | null, problems: string[]): TrackingSettings | null {
  const [given, key] = [text('KREIDE_TRACKING_URL'), text('KREIDE_TRACKING_KEY')];
  const url = given === null ? null : toServiceUrl(given);
  if (given !== null && url === null)
    // It may hold a password.
    problems.push(
      'KREIDE_TRACKING_URL is no address like https://count.example.org, without a name, a password or a query.',
    );
  if ((given === null) !== (key === null))
    problems.push('KREIDE_TRACKING_URL and KREIDE_TRACKING_KEY are set together: only one of them is.');
  return url !== null && key !== null ? { url, key } : null;
}

/** Whether it may be asked without TLS is what `KREIDE_OUTBOUND_ALLOW` says. */
function toServiceUrl(value: string): string | null {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.search || url.hash) return null;
  return /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : null;
}
