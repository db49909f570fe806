const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The formatter of a locale and options, made once per process or page because making one costs up to a millisecond.
 * A zone that the runtime does not know throws a RangeError.
 * @param locale BCP 47 tag, for a language of ours that of `localeOf`; undefined for the device's own
 */
export function dateFormatOf(
  locale: string | undefined,
  options: Readonly<Intl.DateTimeFormatOptions>,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}
