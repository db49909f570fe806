import { type SchoolProperties, schoolRecordApi } from '@kreide/core/features/schools';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SchoolSettingsScreen.module.css';

const SWITCHES = ['channels', 'reactions', 'basic_admin_content_moderation'] as const;

/** What the school decides for all its people (T-7.106). */
export function PropertiesCard() {
  const { t } = useTranslation(['schools', 'errors']);
  const params = { id: `${useSelf().school.id}` };
  const query = useQuery(queryOf(schoolRecordApi.getProperties, { params }, { staleTime: 0 }));
  const save = useMutation(
    mutationOf(schoolRecordApi.updateProperties, { touches: [schoolRecordApi.getProperties], messages: false }),
  );
  const change = (body: SchoolProperties) =>
    save.mutate(
      { params, body },
      {
        onSuccess: () => {
          toasts.show('success', t('saved'), { topic: 'properties' });
          void queries.invalidateQueries(selfQuery);
        },
      },
    );
  return (
    <Card>
      <section className={styles.card} aria-label={t('properties.title')}>
        <h3>{t('properties.title')}</h3>
        <Loaded
          query={query}
          skeleton={{ items: 2, label: t('settings.loading') }}
          errorTitle={t('settings.errorTitle')}
        >
          {(saved) => {
            const shown = save.isPending ? save.variables.body : saved;
            return SWITCHES.map((key) => (
              <div key={key} className={styles.group}>
                <Switch isSelected={shown[key]} onChange={(isOn) => change({ ...shown, [key]: isOn })}>
                  {t(`properties.${key}.label`)}
                </Switch>
                <p className={styles.note}>{t(`properties.${key}.about`)}</p>
              </div>
            ));
          }}
        </Loaded>
        <Problem text={save.error && t('notSaved', { reason: toReason(t, save.error) })} />
      </section>
    </Card>
  );
}
