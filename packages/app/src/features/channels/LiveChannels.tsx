import { Suspense } from 'react';
import { late } from '../../kernel/late.ts';

const ChannelEvents = late(async () => (await import('./ChannelEvents.tsx')).ChannelEvents);

/** Keeps the channels on screen up to date; its code loads after the visible content. */
export function LiveChannels() {
  return (
    <Suspense fallback={null}>
      <ChannelEvents />
    </Suspense>
  );
}
