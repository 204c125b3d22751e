import type { HelpWords } from './article.ts'
import { ACCOUNT } from './es/account.ts'
import { BUYING } from './es/buying.ts'
import { SAFETY } from './es/safety.ts'
import { SELLING } from './es/selling.ts'

export const SPANISH: HelpWords = {
  chapters: { 'Posting and selling': 'Publicar y vender', 'Finding and buying': 'Encontrar y comprar' },
  labels: {
    'Open my profile': 'Abrir mi perfil',
    'Open settings': 'Abrir los ajustes',
    'Open security': 'Abrir la seguridad',
    Contact: 'Contacto',
    'Get a new password': 'Pedir una contraseña nueva',
    'Create an account': 'Crear una cuenta',
    'Post an ad': 'Publicar anuncio',
    'Open my ads': 'Abrir mis anuncios',
    'Import ads': 'Importar anuncios',
    'Open my dashboard': 'Abrir mi panel',
    Browse: 'Explorar',
    'Open my messages': 'Abrir mis mensajes',
    'Open saved ads': 'Abrir los anuncios guardados',
    'Open my deals': 'Abrir mis tratos',
    'When should I pay?': '¿Cuándo debo pagar?',
    'My reports': 'Mis denuncias',
    'What to do after a scam': 'Qué hacer después de una estafa',
    'Check a link': 'Comprobar un enlace',
    'Privacy notice': 'Aviso de privacidad',
    'The whole list': 'La lista completa',
  },
  articles: { ...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING },
}
