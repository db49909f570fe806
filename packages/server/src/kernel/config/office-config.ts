/** An address of the web without a query; whether it may be asked without TLS, or in the own network, `outboundAllow` says. */
export function toOfficeUrl(value: string): string | undefined {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.search || url.hash || !/^https?:$/.test(url.protocol))
    return undefined;
  return url.href.replace(/\/+$/, '');
}
