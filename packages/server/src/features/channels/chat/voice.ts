import type { chatApi } from '@kreide/core/features/channels';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { type ChatParts, holdShare, refuseContent, sendMessage, storeFile } from './sending.ts';

type Api = typeof chatApi;

/** What browsers record, by the bytes: whether there is a picture in it these do not say, and a voice message has none. */
const VOICE_KINDS: Readonly<Record<string, string>> = {
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/webm': 'audio/webm',
  'video/webm': 'audio/webm',
  'audio/ogg': 'audio/ogg',
};

/** What people say instead of writing it (C-7.51). */
export function voiceHandlers(parts: ChatParts) {
  return {
    async sendVoice(context: HandlerContext<Api['sendVoice']>) {
      const { body, files, t } = context;
      const { uuid, reply_uuid = null, content = '', duration_in_seconds: voice_seconds, wave } = body;
      const message = t('kernel:rules.required', { field: 'file' });
      if (files.length === 0) refuseIssues([{ path: 'files', rule: 'required', message }]);
      refuseContent(content, t, { isOptional: true });
      const file = await storeFile(context, parts, uuid, { kinds: VOICE_KINDS });
      const voice = { voice_seconds, voice_wave: Buffer.from(wave, 'base64') };
      const written = { uuid, type: 'VOICE', content: content.trim(), reply_uuid } as const;
      const spoken = { ...written, ...file.carried, ...voice };
      return sendMessage(context, parts, spoken, undefined, holdShare(context, parts, file));
    },
  };
}
