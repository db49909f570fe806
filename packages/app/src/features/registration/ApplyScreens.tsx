import { type ApplicationInformation, toApplicationPath, toApplicationType } from '@kreide/core/features/registration';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import styles from './Apply.module.css';
import { ApplyForm } from './ApplyForm.tsx';
import { ApplyFrame } from './ApplyFrame.tsx';
import { applyingSchoolQuery, informationQuery } from './application-queries.ts';

/** As what somebody wants to register with a school (P-2.19). */
export function UserTypeScreen() {
  const { t } = useTranslation('registration');
  const { uuid = '' } = useParams();
  const query = useQuery(applyingSchoolQuery(uuid));
  return (
    <ApplyFrame query={query} brand={query.data?.app_branding}>
      {({ name, types }) => (
        <div className={styles.content}>
          <div className={styles.head}>
            <h1>{t('apply.chooseTitle')}</h1>
            <p className={styles.school}>{t('apply.chooseIntro', { school: name })}</p>
          </div>
          <RowList label={t('apply.chooseTitle')}>
            {types.map((type) => (
              <LinkRow
                key={type}
                icon="user"
                href={`/school/page/info/${toApplicationPath(type)}/${uuid}`}
                text={t(`types.${type}`)}
              />
            ))}
          </RowList>
        </div>
      )}
    </ApplyFrame>
  );
}

/** What the school says to people of a type, and the way to its form (P-2.20). */
export function InformationScreen() {
  return (
    <Information>
      {({ uuid, path }) => <Way uuid={uuid} to={`/school/page/info/${path}/${uuid}/register`} />}
    </Information>
  );
}

/** The same with the form beneath (P-2.21). */
export function ApplyScreen() {
  return (
    <Information>
      {({ uuid, path, information, renew }) => (
        <ApplyForm uuid={uuid} path={path} type={information.type} ticket={information.ticket} renew={renew} />
      )}
    </Information>
  );
}

/** The application was sent (P-2.22). */
export function AppliedScreen() {
  const { t } = useTranslation('registration');
  const { uuid = '' } = useParams();
  const query = useQuery(applyingSchoolQuery(uuid));
  return (
    <ApplyFrame query={query} brand={query.data?.app_branding}>
      {({ slink }) => (
        <div className={styles.content}>
          <div className={styles.head} role="status">
            <Icon name="checkCircle" />
            <h1>{t('apply.doneTitle')}</h1>
            <p className={styles.school}>{t('apply.doneText')}</p>
          </div>
          <div>
            <LinkButton href={`/${slink}/login`}>{t('apply.doneLogin')}</LinkButton>
          </div>
        </div>
      )}
    </ApplyFrame>
  );
}

interface Opened {
  uuid: string;
  path: ReturnType<typeof toApplicationPath>;
  information: ApplicationInformation;
  /** Opens the form anew. */
  renew: () => void;
}

function Information({ children }: { children: (opened: Opened) => ReactNode }) {
  const { uuid = '', type } = useParams();
  const known = toApplicationType(type);
  // A word that is no type: the choice says which there are.
  if (known === undefined) return <Redirect to={`/school/info/user-type/${uuid}`} />;
  return (
    <OfType uuid={uuid} path={toApplicationPath(known)}>
      {children}
    </OfType>
  );
}

interface OfTypeProps extends Pick<Opened, 'uuid' | 'path'> {
  children: (opened: Opened) => ReactNode;
}

function OfType({ uuid, path, children }: OfTypeProps) {
  const { t } = useTranslation('registration');
  const query = useQuery(informationQuery(uuid, path));
  return (
    <ApplyFrame query={query} brand={query.data?.school.app_branding}>
      {(information) => (
        <div className={styles.content}>
          <div className={styles.head}>
            <p className={styles.school}>
              {information.school.name} · {t(`types.${information.type}`)}
            </p>
            <h1>{t('apply.infoTitle')}</h1>
          </div>
          {information.content_rendered === '' ? (
            <p>{t('apply.noText')}</p>
          ) : (
            <div
              className={styles.text}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
              dangerouslySetInnerHTML={{ __html: information.content_rendered }}
            />
          )}
          {children({ uuid, path, information, renew: () => void query.refetch() })}
        </div>
      )}
    </ApplyFrame>
  );
}

function Way({ uuid, to }: { uuid: string; to: string }) {
  const { t } = useTranslation('registration');
  return (
    <div className={styles.actions}>
      <LinkButton look="quiet" icon="arrowLeft" href={`/school/info/user-type/${uuid}`}>
        {t('apply.other')}
      </LinkButton>
      <LinkButton look="primary" href={to}>
        {t('apply.toForm')}
      </LinkButton>
    </div>
  );
}
