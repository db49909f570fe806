/**
 * The entries of the bottom bar that a school has set, from its `meta` as stored; null when it has set none or something
 * else stands there (P-3.23, C-2.86). Which keys exist is up to the client: it leaves out those that it does not know.
 */
export function footerMenuOf(meta: unknown): string[] | null {
  const { footer_menu: menu } = (meta ?? {}) as { footer_menu?: unknown };
  if (!Array.isArray(menu)) return null;
  const keys = menu.filter((key): key is string => typeof key === 'string' && key !== '');
  return keys.length > 0 ? [...new Set(keys)] : null;
}

/**
 * Which menu a school has, from its `properties` as stored: any text, `davinci-lite` and `classbook-only` among them; null
 * when none is set (P-3.26).
 */
export function menuTypeOf(properties: unknown): string | null {
  const { menu_type: type } = (properties ?? {}) as { menu_type?: unknown };
  return typeof type === 'string' ? type : null;
}

/**
 * Kinds of receivers of news (C-9.24): the whole school, channels that people made, those of grades, those of courses, and
 * single people.
 */
export const NEWS_CHANNEL_TYPES = ['global', 'individual', 'grades', 'courses', 'users'] as const;
export type NewsChannelType = (typeof NEWS_CHANNEL_TYPES)[number];

/** To which of them a school lets news be sent, from its `meta` as stored: to all unless it names some (P-3.24). */
export function newsChannelTypesOf(meta: unknown): NewsChannelType[] {
  const { news_channel_types: types } = (meta ?? {}) as { news_channel_types?: unknown };
  return NEWS_CHANNEL_TYPES.filter((type) => !Array.isArray(types) || types.includes(type));
}

/** Does the school use channels, from its `properties` as stored (P-3.25)? Only one that has switched them off does not. */
export function hasChannels(properties: unknown): boolean {
  return ((properties ?? {}) as { channels?: unknown }).channels !== false;
}

/** Do people react to messages, from the school's `properties` as stored? Only one that has switched that off does not. */
export function hasReactions(properties: unknown): boolean {
  return ((properties ?? {}) as { reactions?: unknown }).reactions !== false;
}

/** May readers report news and block their authors, from the school's `properties` as stored (P-3.29)? Off until switched on. */
export function hasContentModeration(properties: unknown): boolean {
  const { basic_admin_content_moderation: isOn } = (properties ?? {}) as { basic_admin_content_moderation?: unknown };
  return isOn === true;
}

/** The property of a school that switches the questions about the product on or off. */
export const PRODUCT_QUESTION = 'users.surveys.enabled';

/**
 * May people be asked how well the product works for them, from the school's `properties` as stored? Only a school that has
 * switched it off keeps the question away.
 */
export function hasProductQuestion(properties: unknown): boolean {
  return ((properties ?? {}) as Record<string, unknown>)[PRODUCT_QUESTION] !== false;
}

/** Most sites that may frame a school's screens. */
export const SCREEN_ORIGINS_MAXIMUM = 10;

/** `https://www.example.org`: a scheme and a host, perhaps a port, and nothing that a header could misread. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\d{1,5})?$/.test(text);
}
