import type { authApi } from '@kreide/core/features/auth';
import type { Actor } from '../../kernel/http/context.ts';
import type { Handlers } from '../../kernel/http/implement.ts';
import { getSchool } from '../schools/index.ts';
import { findPasswordHash, findTwoFactor, requireSelf } from '../users/index.ts';
import { findBrowser, refuseClosed } from './admission.ts';
import { addArrival, toSender, toUserKey } from './credentials.ts';
import type { AccountChanged, Enter } from './entrance.ts';
import { forgetFailures, giveBack, reserveAttempt } from './failures.ts';
import { hasher } from './hashing/hasher.ts';
import type { Passkeys } from './passkeys.ts';
import { verifyPassword } from './passwords.ts';
import { leaveJoined } from './queries/joining.ts';
import { findKnown } from './queries/known-senders.ts';
import { removePasskey } from './queries/passkeys.ts';
import { removeSecondStep } from './queries/second-steps.ts';
import type { SecondSteps } from './second-steps.ts';

interface Parts {
  passkeys: Passkeys;
  steps: SecondSteps;
  enter: Enter;
  accountChanged: AccountChanged;
}

type Keys = 'preparePasskey' | 'addPasskey' | 'removePasskey' | 'requestPasskey' | 'signInWithPasskey';

/** Passkeys: as the second step, and alone. */
export function passkeyHandlers({
  passkeys,
  steps,
  enter,
  accountChanged,
}: Parts): Pick<Handlers<typeof authApi>, Keys> {
  /** A new challenge is bound to the session that asked: no other adds what answers it. */
  const purposeOf = ({ session_id }: Actor) => `add ${session_id}` as const;

  return {
    async preparePasskey({ params, body, actor, db, now, t, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      if (!account) return fail('not_found');
      const keys = { device: `${toUserKey(account)} session ${actor.session_id}` };
      await reserveAttempt(db, keys, now);
      const derive = hasher.deriveFor({ lane: `change ${id}`, isKnownDevice: true });
      if (!(await verifyPassword(body.password, await findPasswordHash(db, account), derive))) {
        const message = t('kernel:rules.current_password');
        return fail('invalid', { issues: [{ path: 'body.password', rule: 'current_password', message }] });
      }
      await forgetFailures(db, keys);
      return { data: await passkeys.prepare(db, account, purposeOf(actor), now) };
    },

    async addPasskey({ params, body, actor, db, write, record, request, now, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      if (!account) return fail('not_found');
      const { name, credential } = body;
      const trx = await write();
      const made = await passkeys.add(trx, account, { name, ...credential }, purposeOf(actor), now);
      if (!made) return fail('passkey_refused');
      await leaveJoined(trx, account);
      const { user_agent } = request;
      await accountChanged(trx, { school_id, user_id: id, kind: 'secondFactor', user_agent }, now);
      record({ entity: 'users', id, after: { passkey: name } });
      return { data: made };
    },

    async removePasskey({ params, actor, db, write, record, request, now, fail }) {
      const { school_id, user_id: id } = await requireSelf({ params, actor, db, fail });
      const account = await findTwoFactor(db, { school_id, id });
      const all = account ? await passkeys.list(db, account) : [];
      const one = all.find((passkey) => passkey.id === params.passkey_id);
      if (!account || !one) return fail('not_found');
      if (all.length === 1 && account.is_tfa_enabled && account.tfa_mode === 'passkey') return fail('last_passkey');
      const trx = await write();
      await removePasskey(trx, account, one.id);
      await leaveJoined(trx, account);
      const { user_agent } = request;
      await accountChanged(trx, { school_id, user_id: id, kind: 'secondFactor', user_agent }, now);
      record({ entity: 'users', id, before: { passkey: one.name } });
      return undefined;
    },

    async requestPasskey({ body, db, request, now, fail }) {
      const found = body.token ? await steps.find(db, body.token, now) : null;
      // Taken back by the sign-in that follows.
      await reserveAttempt(db, { link: request.network }, now);
      if (body.token && !found) return fail('not_found');
      const purpose = found ? (`step ${found.step.school_id}/${found.step.id}` as const) : 'sign-in';
      return { data: await passkeys.request(db, found?.account ?? null, purpose, now) };
    },

    async signInWithPasskey({ body, db, write, record, request, reply, now, fail }) {
      const found = body.token ? await steps.find(db, body.token, now) : null;
      if (body.token && !found) return fail('not_found');
      const purpose = found ? (`step ${found.step.school_id}/${found.step.id}` as const) : 'sign-in';
      const passkey = await passkeys.check(db, body.credential, purpose, now);
      const account = passkey && (await findTwoFactor(db, { school_id: passkey.school_id, id: passkey.user_id }));
      const school = account && (await getSchool(db, account.school_id));
      // The owner and the place of a passkey are told only to somebody who has signed with it for this school.
      if (!account || !school || school.slink !== body.slink || (found && found.account.id !== account.id))
        return fail('passkey_refused');
      refuseClosed(account, school, now);
      await giveBack(db, { link: request.network });
      const trx = await write();
      const by = { school_id: account.school_id, user_id: account.id };
      record({ entity: 'users', id: account.id, by, after: { passkey: passkey.name } });
      const call = { request, reply, now };
      if (found) {
        const { step } = found;
        if (!(await removeSecondStep(trx, step))) return fail('not_found');
        await steps.clear(trx, step);
        const keepDevice = () => steps.keepDevice(trx, step, { network: request.network, isTrusted: false }, now);
        const manner = { keepsDevice: step.keeps_device, isKnownDevice: step.is_known_device };
        const given = { stay: step.stay_logged_in, is_native: step.is_native };
        const how = { ...given, ...manner, keepDevice };
        return enter(trx, { ...account, school }, how, call);
      }
      const device = await findBrowser(trx, request);
      const known = device ? await findKnown(trx, account, [device.sender]) : new Map();
      const arrival = { address: toSender(request.network), device: device?.sender.hash ?? null, keepsDevice: true };
      const keepDevice = () => addArrival(trx, account, arrival, now);
      const how = { stay: body.stayLoggedIn, is_native: false, keepsDevice: true, isKnownDevice: known.size > 0 };
      return enter(trx, { ...account, school }, { ...how, keepDevice }, call);
    },
  };
}
