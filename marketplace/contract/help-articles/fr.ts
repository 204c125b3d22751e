import type { HelpWords } from './article.ts'
import { ACCOUNT } from './fr/account.ts'
import { BUYING } from './fr/buying.ts'
import { SAFETY } from './fr/safety.ts'
import { SELLING } from './fr/selling.ts'

export const FRENCH: HelpWords = {
  chapters: { 'Posting and selling': 'Publier et vendre', 'Finding and buying': 'Trouver et acheter' },
  labels: {
    'Open my profile': 'Ouvrir mon profil',
    'Open settings': 'Ouvrir les réglages',
    'Open security': 'Ouvrir la sécurité',
    Contact: 'Contact',
    'Get a new password': 'Obtenir un nouveau mot de passe',
    'Create an account': 'Créer un compte',
    'Post an ad': 'Publier une annonce',
    'Open my ads': 'Ouvrir mes annonces',
    'Import ads': 'Importer des annonces',
    'Open my dashboard': 'Ouvrir mon espace',
    Browse: 'Parcourir',
    'Open my messages': 'Ouvrir mes messages',
    'Open saved ads': 'Ouvrir les annonces enregistrées',
    'Open my deals': 'Ouvrir mes accords',
    'When should I pay?': 'Quand dois-je payer ?',
    'My reports': 'Mes signalements',
    'What to do after a scam': 'Que faire après une arnaque',
    'Check a link': 'Vérifier un lien',
    'Privacy notice': 'Notice de confidentialité',
    'The whole list': 'La liste entière',
  },
  articles: { ...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING },
}
