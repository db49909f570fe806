import type { Channel } from '@kreide/core/features/channels';

/** The facts that a list knows about a channel whose chat is chosen. */
type ChosenChat = Pick<Channel, 'id' | 'chat_id'>;

let begin: ((chosen: ChosenChat) => void) | null = null;

/**
 * A chat that is chosen from a list: what it shows is asked for while its page is still being drawn. How that is done, the
 * chat says when its code is there; until then nothing is asked ahead.
 */
export const chosenChat = {
  onChosen(ask: (chosen: ChosenChat) => void): void {
    begin = ask;
  },
  tell(chosen: ChosenChat): void {
    begin?.(chosen);
  },
};
