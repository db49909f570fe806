import type { ChannelType } from '../channels/index.ts';
import type { EventChannel, EventPerson } from './schema.ts';

/** Who takes part, as chosen. */
export interface EventParticipants {
  readonly channels: readonly EventChannel[];
  readonly users: readonly EventPerson[];
}

/** Does a channel of an event count as a group, or as a person (C-3.05)? */
export const isGroupOf = (type: ChannelType): boolean => type !== 'CHAT';

const isGlobal = ({ type }: EventChannel) => type === 'GLOBAL';

/** Adds a channel: that of the whole school takes the place of everything (C-4.83), any other that of the whole school (C-4.84). */
export function addEventChannel({ channels, users }: EventParticipants, added: EventChannel): EventParticipants {
  if (isGlobal(added)) return { channels: [added], users: [] };
  const others = channels.filter((one) => !isGlobal(one) && one.id !== added.id);
  return { channels: [...others, added], users };
}

/** Adds a person, which takes the whole school out (C-4.84). */
export function addEventUser({ channels, users }: EventParticipants, added: EventPerson): EventParticipants {
  return {
    channels: channels.filter((one) => !isGlobal(one)),
    users: [...users.filter(({ id }) => id !== added.id), added],
  };
}
