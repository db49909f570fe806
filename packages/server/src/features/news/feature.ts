import type { Feature } from '../../kernel/feature.ts';
import { type NewsParts, newsHandlers } from './handlers.ts';

export function newsFeature(parts: NewsParts): Feature {
  return { implemented: newsHandlers(parts) };
}
