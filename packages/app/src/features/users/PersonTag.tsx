import type { ManagedUser } from '@kreide/core/features/users';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';

type Stated = Pick<ManagedUser, 'state' | 'is_locked' | 'expire_at' | 'deleted_at'>;

/** What holds of an account, the gravest first. */
export function PersonTag({ person }: { person: Stated }) {
  const { t, language } = useTranslation('users');
  const { time_zone } = useSelf().school;
  const { state, is_locked, expire_at, deleted_at } = person;
  if (deleted_at) return <Tag look="danger">{t('states.deleted')}</Tag>;
  if (is_locked)
    return (
      <Tag look="danger" icon="lock">
        {t('states.locked')}
      </Tag>
    );
  if (expire_at) {
    const moment = new Date(expire_at);
    if (moment <= new Date()) return <Tag look="warning">{t('states.expired')}</Tag>;
    const date = writeDate(language, toLocal(moment, time_zone).date, 'medium');
    return <Tag look="warning">{t('states.expires', { date })}</Tag>;
  }
  return state === 'PENDING' ? (
    <Tag look="dashed">{t('states.pending')}</Tag>
  ) : (
    <Tag look="success">{t('states.active')}</Tag>
  );
}
