/**
 * Reads UTF-7 (RFC 2152), in which WOPI sends names in headers: `+AOQ-` is `ä`, and `+-` a plus. What is no UTF-7 stays as
 * it is.
 */
export const readUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, coded: string) => {
    if (coded === '') return '+';
    const bytes = Buffer.from(coded, 'base64');
    return bytes
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16()
      .toString('utf16le');
  });
