import { setLanguage } from '../src/locale/messages.ts'

// Tests are in English, whatever the machine speaks. The product chooses the language in `src/locale/locale.ts`.
setLanguage({ locale: 'en', messages: {} })
