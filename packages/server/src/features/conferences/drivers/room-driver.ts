/** A room at another server, and what this one knows of it. */
export interface Room {
  /** Random: nobody guesses it. */
  readonly room: string;
  readonly name: string;
  /** The address at which the server reports that the room has closed. */
  readonly endedUrl: string;
  /** Where people come back to. */
  readonly pageUrl: string;
}

/** Somebody who enters a room. */
export interface RoomGuest {
  readonly id: number;
  readonly name: string;
  readonly leads: boolean;
}

/** A server for many people, by its own protocol. */
export interface RoomDriver {
  /** Opens the room if it is not open, and returns the way in, for one person and one time. */
  enter(room: Room, guest: RoomGuest, now: Date): Promise<string>;
  /** Does the room run? Null: the server does not say. */
  isRunning(room: string): Promise<boolean | null>;
  close(room: string): Promise<void>;
}

/** A server that did not answer as its protocol says; its address, which holds secrets, is in no message. */
export class RoomServerError extends Error {
  override readonly name = 'RoomServerError';
}
