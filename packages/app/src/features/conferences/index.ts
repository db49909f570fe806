import { late } from '../../kernel/late.ts';

// Few chats have a conference.
export const ConferenceCard = late(async () => (await import('./ConferenceCard.tsx')).ConferenceCard);
