import { POLICY_TEXT_MAXIMUM, POLICY_TITLE_MAXIMUM, type Policy } from '@kreide/core/features/management';
import { USER_TYPES, type UserType } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Policies.module.css';
import { PolicyVersion } from './PolicyVersion.tsx';
import { createPolicy, policiesQuery } from './policies-queries.ts';

/** `/management/:schoolUuid/policies/:actor`: what people of a kind accept before they go on, in its versions (T-2.91). */
export function PoliciesScreen() {
  const { t } = useTranslation('management');
  const { school } = useSelf();
  const navigate = useNavigate();
  const params = useParams();
  const actor = USER_TYPES.find((type) => type === params.actor) ?? 'STUDENT';
  const policies = useQuery(policiesQuery(school.id));
  return (
    <div className={styles.screen}>
      <Select
        label={t('policies.actor')}
        value={actor}
        options={USER_TYPES.map((key) => ({ key, text: t(`policies.actor_${key}`) }))}
        onChange={(key) => navigate(`/management/${school.uuid}/policies/${key}`, { replace: true })}
      />
      <Loaded
        query={policies}
        skeleton={{ items: 2, label: t('policies.loading') }}
        errorTitle={t('policies.errorTitle')}
      >
        {(all) => <Versions key={actor} actor={actor} versions={all.filter((one) => one.actor === actor)} />}
      </Loaded>
    </div>
  );
}

function Versions({ actor, versions }: { actor: UserType; versions: readonly Policy[] }) {
  const { t } = useTranslation('management');
  const [newest, ...former] = versions;
  return (
    <>
      {newest ? <PolicyVersion version={newest} /> : <p className={styles.about}>{t('policies.none')}</p>}
      <PolicyForm key={newest?.id} actor={actor} newest={newest} />
      {former.length > 0 && (
        <section className={styles.part} aria-labelledby="policies-former">
          <h2 id="policies-former">{t('policies.former')}</h2>
          <ul className={styles.list}>
            {former.map((version) => (
              <li key={version.id}>
                <PolicyVersion version={version} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The next version, begun from the one in force. */
function PolicyForm({ actor, newest }: { actor: UserType; newest: Policy | undefined }) {
  const { t } = useTranslation(['management', 'errors']);
  const { school } = useSelf();
  const create = useMutation(createPolicy);
  const form = useForm({
    initial: { title: newest?.title ?? '', text: newest?.text ?? '' },
    problems: useFieldRules({
      title: [rule('required'), rule('max', POLICY_TITLE_MAXIMUM)],
      text: [rule('max', POLICY_TEXT_MAXIMUM)],
    }),
    send: (values) => create.mutateAsync({ params: { id: `${school.id}` }, body: { actor, ...values } }),
    onSaved: () => toasts.show('success', t('policies.published')),
    toWords: (error) => t('lists.failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <Card isRoomy>
      <Form form={form} className={styles.part}>
        <TextField
          label={t('policies.name')}
          name="title"
          value={values.title}
          onChange={(title) => change({ title })}
          errorMessage={errorOf('title')}
        />
        <TextField
          label={t('policies.text')}
          name="text"
          lines={8}
          description={t('policies.textHint')}
          value={values.text}
          onChange={(text) => change({ text })}
          errorMessage={errorOf('text')}
        />
        <Problem text={form.failure} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" isPending={form.isPending}>
            {t('policies.publish')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
