import { dataSyncApi, SOURCES_MAXIMUM, type SyncSettings, syncProblems } from '@kreide/core/features/data-sync';
import { useMutation } from '@tanstack/react-query';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './DataSync.module.css';
import { SourceFields } from './SourceFields.tsx';
import {
  EMPTY_SOURCE,
  fieldAt,
  fieldsOf,
  missingIn,
  type SourceValues,
  sayValues,
  toSource,
  toValues,
} from './source-values.ts';

interface SourcesFormProps {
  settings: SyncSettings;
  params: { id: string };
}

/** Where in the directory the people of the school stand. */
export function SourcesForm({ settings, params }: SourcesFormProps) {
  const { t } = useTranslation(['data-sync', 'errors']);
  const save = useMutation(mutationOf(dataSyncApi.saveSources, { messages: false }));
  const form = useForm({
    initial: () => toValues(settings.sources),
    item: settings,
    fields: fieldsOf,
    problems: (values) => {
      const missing = missingIn(values);
      const wrong = values.sources.flatMap((source, index) =>
        syncProblems(toSource(source))
          .map(({ field, rule }) => ({ field: fieldAt(index, field), text: t(`rules.${rule}`) }))
          .filter(({ field }) => !missing.includes(field)),
      );
      return [...missing.map((field) => ({ field, text: t('missing') })), ...wrong];
    },
    send: ({ sources }, item) =>
      save.mutateAsync({ params, body: { sources: sources.map(toSource), updated_at: item.updated_at } }),
    onSaved: async () => {
      const newest = await load();
      form.reset(toValues(newest.sources), newest);
      writeQuery(dataSyncApi.getSources, { params }, newest);
      toasts.show('success', t('saved'));
    },
    newest: async () => {
      const item = await load();
      return { item, values: toValues(item.sources) };
    },
  });
  const load = () => queries.fetchQuery(queryOf(dataSyncApi.getSources, { params }, { staleTime: 0 }));
  const { sources } = form.values;
  const put = (at: number, part: Partial<SourceValues>) =>
    form.change({ sources: sources.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <Form
      form={form}
      className={styles.form}
      aria-label={t('title')}
      leaveText={t('leave')}
      parts={[{ label: t('title'), show: sayValues }]}
    >
      {sources.length === 0 && <p className={styles.hint}>{t('emptySources')}</p>}
      {sources.map((source, index) => (
        <SourceFields
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else names a place, and its fields keep nothing of their own.
          key={index}
          number={index + 1}
          value={source}
          errorOf={(name) => form.errorOf(fieldAt(index, name))}
          onChange={(part) => put(index, part)}
          onRemove={() => form.change({ sources: sources.filter((_, at) => at !== index) })}
        />
      ))}
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={form.isPending}>
          {t('save')}
        </Button>
        {sources.length < SOURCES_MAXIMUM && (
          <Button icon="plus" onPress={() => form.change({ sources: [...sources, EMPTY_SOURCE] })}>
            {t('add')}
          </Button>
        )}
      </div>
    </Form>
  );
}
