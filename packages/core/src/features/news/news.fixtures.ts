import type { SharedNewsItem } from './schema.ts';

/** A news item for tests, published on the fixed Wednesday unless given otherwise. */
export function buildSharedNews(values: Partial<SharedNewsItem> = {}): SharedNewsItem {
  const id = values.id ?? 1;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    user_id: 7,
    title: `Item ${id}`,
    content_rendered: '<p>Text</p>',
    excerpt: 'Text',
    publish_at: '2026-11-18T08:00:00.000Z',
    updated_at: '2026-11-18T08:00:00.000Z',
    is_public: false,
    is_pinned: false,
    is_official: false,
    is_notifiable: true,
    is_confirmable: false,
    has_translations: false,
    has_emergency_sms: false,
    preview_image: null,
    preview: null,
    user: { displayname: 'Ada Kern' },
    ...values,
  };
}
