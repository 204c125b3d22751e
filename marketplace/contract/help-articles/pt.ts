import type { HelpWords } from './article.ts'
import { ACCOUNT } from './pt/account.ts'
import { BUYING } from './pt/buying.ts'
import { SAFETY } from './pt/safety.ts'
import { SELLING } from './pt/selling.ts'

export const PORTUGUESE: HelpWords = {
  chapters: { 'Posting and selling': 'Publicar e vender', 'Finding and buying': 'Encontrar e comprar' },
  labels: {
    'Open my profile': 'Abrir o meu perfil',
    'Open settings': 'Abrir as definições',
    'Open security': 'Abrir a segurança',
    Contact: 'Contacto',
    'Get a new password': 'Obter uma nova palavra-passe',
    'Create an account': 'Criar uma conta',
    'Post an ad': 'Publicar anúncio',
    'Open my ads': 'Abrir os meus anúncios',
    'Import ads': 'Importar anúncios',
    'Open my dashboard': 'Abrir o meu painel',
    Browse: 'Explorar',
    'Open my messages': 'Abrir as minhas mensagens',
    'Open saved ads': 'Abrir os anúncios guardados',
    'Open my deals': 'Abrir os meus acordos',
    'When should I pay?': 'Quando devo pagar?',
    'My reports': 'As minhas denúncias',
    'What to do after a scam': 'O que fazer depois de uma burla',
    'Check a link': 'Verificar uma ligação',
    'Privacy notice': 'Aviso de privacidade',
    'The whole list': 'A lista toda',
  },
  articles: { ...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING },
}
