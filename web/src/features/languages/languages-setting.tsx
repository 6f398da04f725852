import { t } from '@lingui/core/macro'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { languageName } from '../../data/languages/names.ts'
import { useViewer } from '../../data/members/members.ts'
import { intlLocale } from '../../locale/messages.ts'
import { Button } from '../../ui/button/button.tsx'

/** The languages of the posts that Explore and searches show the viewer. */
export function LanguagesSetting() {
  const viewer = useViewer()
  const dialog = useOnDemand(() => import('./languages-dialog.tsx'))
  const chosen = viewer?.readLanguages ?? []
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{t`Languages in Explore`}</span>
        <Button
          variant="secondary"
          aria-label={t`Choose languages`}
          aria-describedby="languages-chosen languages-hint"
          disabled={!viewer}
          onPointerEnter={dialog.prepare}
          onClick={dialog.open}
        >
          {t`Choose`}
        </Button>
      </div>
      <p id="languages-chosen">
        {chosen.length === 0 ? t`All languages` : new Intl.ListFormat(intlLocale()).format(chosen.map(languageName))}
      </p>
      <p id="languages-hint" className="text-muted">
        {t`Explore and searches show only posts in these languages, and posts without one. Home, profiles and the posts themselves stay as they are.`}
      </p>
      {dialog.shown && <dialog.shown.LanguagesDialog {...dialog.props} chosen={chosen} />}
    </div>
  )
}
