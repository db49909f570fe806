import { schoolPermissionsApi } from '@kreide/core/features/schools';
import { SCHOOL_PERMISSIONS, type SchoolPermission } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SchoolSettingsScreen.module.css';
import { SurfaceCard } from './SurfaceCard.tsx';

const ICONS = { 'totp-2fa': 'lock', marketing: 'apps' } as const;
type Part = 'title' | 'about' | 'on' | 'off' | 'nowOn' | 'nowOff';

/** The permissions of the school as a whole, the same for everybody in it (P-6.08). */
export function WholeSchool() {
  const { t } = useTranslation(['schools', 'errors']);
  const [asked, setAsked] = useState<SchoolPermission>();
  const params = { id: String(useSelf().school.id) };
  const query = useQuery(queryOf(schoolPermissionsApi.getPermissions, { params }, { staleTime: 0 }));
  const change = useMutation(
    mutationOf(schoolPermissionsApi.updatePermissions, {
      messages: false,
      touches: [schoolPermissionsApi.getPermissions],
    }),
  );

  const set = (permissions: SchoolPermission[], said: string) =>
    change.mutate(
      { params, body: { permissions } },
      {
        onSuccess: () => {
          toasts.show('success', said, { topic: 'whole school' });
          // The own pages hear of it at once.
          void queries.invalidateQueries(selfQuery);
        },
      },
    );
  return (
    <>
      <div className={styles.intro}>
        <h2>{t('whole.title')}</h2>
        <p>{t('whole.text')}</p>
      </div>
      <Loaded query={query} skeleton={{ items: 1, label: t('settings.loading') }} errorTitle={t('settings.errorTitle')}>
        {(saved) => {
          const { permissions } = change.isPending ? change.variables.body : saved;
          return SCHOOL_PERMISSIONS.map((permission) => {
            const say = (part: Part) =>
              permission === 'marketing' ? t(`marketing.${part}`) : t(`authenticator.${part}`);
            const isOn = permissions.includes(permission);
            const others = permissions.filter((one) => one !== permission);
            const failure = asked === permission ? change.error : null;
            return (
              <SurfaceCard
                key={permission}
                icon={ICONS[permission]}
                title={say('title')}
                about={say('about')}
                state={say(isOn ? 'on' : 'off')}
                isOn={isOn}
                problem={failure && t('notSaved', { reason: toReason(t, failure) })}
                onChange={(isWanted) => {
                  setAsked(permission);
                  set(isWanted ? [...others, permission] : others, say(isWanted ? 'nowOn' : 'nowOff'));
                }}
              />
            );
          });
        }}
      </Loaded>
    </>
  );
}
