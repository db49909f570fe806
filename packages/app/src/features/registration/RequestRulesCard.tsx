import { CHILD_REQUEST_ASKS, childRequestApi } from '@kreide/core/features/registration';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Keys.module.css';

/** The facts about a child, beside its name, that parents have to give; for those who edit the school. */
export function RequestRulesCard() {
  const { t } = useTranslation('registration');
  const { school, permissions } = useSelf();
  const args = { params: { id: `${school.id}` } };
  const mayEdit = permissions.includes('edit-school');
  const rules = useQuery({ ...queryOf(childRequestApi.getChildRequestRules, args), enabled: mayEdit });
  const save = useMutation({
    ...mutationOf(childRequestApi.updateChildRequestRules, { touches: [childRequestApi.getChildRequestRules] }),
    onSuccess: () => toasts.show('success', t('requests.saved')),
  });
  if (!mayEdit || !rules.data) return null;
  return (
    <Card>
      <section className={styles.form} aria-label={t('requests.rules')}>
        <ChoiceList
          label={t('requests.asks.label')}
          options={CHILD_REQUEST_ASKS.map((key) => ({ key, text: t(`requests.asks.${key}`) }))}
          value={save.isPending ? save.variables.body.asks : rules.data.asks}
          onChange={(asks) => save.mutate({ ...args, body: { asks } })}
        />
      </section>
    </Card>
  );
}
