import type { useTranslation } from '../../kernel/use-translation.ts';

/** The words of the chat: asked for once by the list, not by each of its hundreds. */
export type ChatTranslate = ReturnType<typeof useTranslation<'chat'>>['t'];
