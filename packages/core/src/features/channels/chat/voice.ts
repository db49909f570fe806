import * as z from 'zod/mini';
import * as f from '../../../kernel/fields.ts';
import { messageContent } from './schema.ts';

/** How long a voice message may be, seconds. */
export const VOICE_MAXIMUM_SECONDS = 300;
/** Most bytes of one: five minutes as the least sparing browser records them. */
export const VOICE_MAXIMUM_BYTES = 8 * 1024 * 1024;
/** Heights of the wave form that is drawn for it, each a byte. */
export const WAVE_BYTES = 64;
/** What these bytes are in Base64. */
const WAVE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** What a voice message says of itself beside its recording; in a form everything is text. */
export const voiceDraft = z.strictObject({
  uuid: f.uuid,
  /** Whole seconds by the clock of the device: recordings of browsers do not say it. */
  duration_in_seconds: z.pipe(f.countText, z.int().check(z.minimum(1), z.maximum(VOICE_MAXIMUM_SECONDS))),
  /** 64 heights from 0 to 255, worked out before it is sent, as Base64. */
  wave: z.string().check(z.regex(WAVE, 'format')),
  /** What is said in it, for those who cannot listen. */
  content: z.optional(messageContent),
  reply_uuid: z.optional(z.nullable(f.uuid)),
});
