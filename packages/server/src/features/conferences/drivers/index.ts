import type { RoomServer } from '../../../kernel/config/conference-config.ts';
import { createBbbDriver } from './bbb.ts';
import { createJitsiDriver } from './jitsi.ts';
import type { RoomDriver } from './room-driver.ts';

export { type Room, type RoomDriver, RoomServerError } from './room-driver.ts';

/** The driver for the operator's server; null: there is none. */
export function driverFor(server: RoomServer | null): RoomDriver | null {
  if (server === null) return null;
  return server.kind === 'bbb' ? createBbbDriver(server) : createJitsiDriver(server);
}
