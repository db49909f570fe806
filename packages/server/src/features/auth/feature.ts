import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { type Feature, type FeatureParts, tell } from '../../kernel/feature.ts';
import { setTwoFactor } from '../users/index.ts';
import { type Admit, createAdmission } from './admission.ts';
import { pruneKnownSenders, type RefusesPassword } from './credentials.ts';
import { type AccountChanged, createEntrance } from './entrance.ts';
import { pruneFailures } from './failures.ts';
import { type AskForHelp, authHandlers, type LeaveService } from './handlers.ts';
import { createJoiningNotice } from './joining-notice.ts';
import { createMoving, type MoveSignIns } from './moving.ts';
import { createPasskeys } from './passkeys.ts';
import { createProving, type ProveSelf } from './proving.ts';
import { removeAppPasswordsOf } from './queries/app-passwords.ts';
import { eraseSignIns } from './queries/erase.ts';
import { leaveJoined, listManagedSchools } from './queries/joining.ts';
import { authMerge } from './queries/merge.ts';
import { pruneChallenges } from './queries/passkeys.ts';
import { prunePasswordResets } from './queries/password-resets.ts';
import { signInData } from './queries/personal-data.ts';
import { pruneSecondSteps } from './queries/second-steps.ts';
import { removeUnusedSessions } from './queries/sessions.ts';
import { createResetTask } from './reset-task.ts';
import { createSecondFactors } from './second-factor.ts';
import { createSecondSteps } from './second-steps.ts';
import { createSessions, SESSION_CHANNEL, type Sessions } from './sessions.ts';
import { createVisiting, type Visit } from './visiting.ts';

export interface AuthFeature extends Feature {
  readonly sessions: Sessions;
  /** For somebody who has lost their second step: the password is enough again, and the server tells the owner. */
  resetSecondFactor(db: Kysely<DB>, person: { school_id: number; user_id: number }, now: Date): Promise<void>;
  /** The other schools in which an account that is joined with the caller's manages people. */
  listManagedSchools: typeof listManagedSchools;
  /** Moves the ways to sign in to the new account, and tells the person. */
  moveSignIns: MoveSignIns;
  /** Signs in somebody whom another service vouches for. */
  readonly admit: Admit;
  /** Signs in as somebody of an invented school. */
  readonly visit: Visit;
  readonly proveSelf: ProveSelf;
  /** Calls back when sessions of a user may have ended, whichever process ended them; null: those of every user. */
  onRevoked(listener: (userId: number | null) => void): void;
}

type Needed =
  | ('database' | 'clock' | 'secret' | 'seal' | 'appOrigins' | 'environments')
  | ('log' | 'texts' | 'appUrl' | 'brandOf' | 'mail');

interface Tellers {
  /** When an owner should hear of what happened to the account. */
  accountChanged: AccountChanged;
  /** When somebody who cannot sign in asks the school's administrators. */
  askForHelp: AskForHelp;
  /** Whether the school wants somebody to come another way than with a password. */
  refusesPassword: RefusesPassword;
  /** Where somebody who signs out goes on, to sign out there too. */
  leaveService: LeaveService;
}

export function authFeature(parts: Pick<FeatureParts, Needed> & Tellers): AuthFeature {
  const { clock, secret, appOrigins, environments, accountChanged, askForHelp, refusesPassword, leaveService, mail } =
    parts;
  const resetTask = mail && createResetTask(parts, mail);
  const factors = createSecondFactors(parts);
  const passkeys = createPasskeys(parts);
  const { kysely } = parts.database;
  const announce = (userId: number) => tell(parts, SESSION_CHANNEL, userId);
  const sessions = createSessions({ kysely, clock, secret, announce });
  const listeners: ((userId: number | null) => void)[] = [];
  const revoke = (userId: number | null) => {
    for (const listener of listeners) listener(userId);
  };
  const enter = createEntrance({ sessions, accountChanged });
  return {
    sessions,
    proveSelf: createProving(factors),
    admit: createAdmission({ enter, steps: createSecondSteps(factors) }),
    visit: createVisiting({ enter }),
    async resetSecondFactor(db, { school_id, user_id }, now) {
      const account = { school_id, id: user_id };
      await setTwoFactor(db, account, { is_tfa_enabled: false, tfa_mode: 'email' });
      await factors.clear(db, account);
      await passkeys.removeAll(db, account);
      await removeAppPasswordsOf(db, account);
      await leaveJoined(db, account);
      await createSecondSteps(factors).endAll(db, account);
      await accountChanged(db, { school_id, user_id, kind: 'secondFactor', user_agent: null }, now);
    },
    listManagedSchools,
    moveSignIns: createMoving({ ...parts, factors }),
    onRevoked: (listener) => void listeners.push(listener),
    merge: authMerge,
    personalData: signInData,
    retain: { sessions: removeUnusedSessions },
    erase: eraseSignIns,
    implemented: authHandlers({
      sessions,
      appOrigins,
      environments,
      accountChanged,
      askForHelp,
      refusesPassword,
      leaveService,
      resetTask,
      factors,
      passkeys,
      joiningChanged: createJoiningNotice(parts),
    }),
    tasks: resetTask ? [resetTask] : [],
    prune: {
      sessions: () => sessions.prune(),
      steps: (now) => pruneSecondSteps(kysely, now),
      challenges: (now) => pruneChallenges(kysely, now),
      links: (now) => prunePasswordResets(kysely, now),
      failures: (now) => pruneFailures(kysely, now),
      senders: (now) => pruneKnownSenders(kysely, now),
    },
    caches: [
      {
        channel: SESSION_CHANNEL,
        drop(userId) {
          sessions.forgetUser(userId);
          revoke(userId);
        },
        trust(value) {
          sessions.trust(value);
          // Notifications sent in the meantime were lost.
          if (value) revoke(null);
        },
      },
    ],
  };
}
