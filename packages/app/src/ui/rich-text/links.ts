const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** Completes a typed address with its scheme; null unless it is a page, an email address or a phone number. */
export function toLinkAddress(written: string): string | null {
  const text = written.trim();
  if (text === '' || /\s/.test(text)) return null;
  const address = withScheme(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname } = new URL(address);
  if (!SCHEMES.includes(protocol)) return null;
  const isPage = protocol.startsWith('http');
  return (isPage ? hostname.includes('.') || hostname === 'localhost' : pathname !== '') ? address : null;
}

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:(?!\d+(\/|$))/i.test(text)) return text;
  if (/^[^@/]+@[^@/]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d()/-]{5,}$/.test(text)) return `tel:${text}`;
  return `https://${text}`;
}
