import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024

/** From the first photo to the handover. */
export const SELLING: HelpWords['articles'] = {
  'create-a-listing': {
    question: 'Comment publier une annonce ?',
    alsoAsked: 'déposer mettre vendre proposer créer passer une annonce mise en ligne comment vendre',
    answer: ['Choisissez « Publier une annonce » et descendez la page.'],
    points: [
      `Ajoutez au moins une photo, au plus ${LIMITS.photos.max}. La première est la couverture ; faites-les glisser pour changer l’ordre.`,
      `Donnez-lui un titre de ${LIMITS.title.min} à ${LIMITS.title.max} caractères, une catégorie et quelques mots honnêtes sur son état.`,
      'Dites si vous vendez, donnez, cherchez ou échangez, et fixez un prix s’il y en a un.',
      'Choisissez le quartier, et si l’objet est retiré ou expédié.',
      'Publiez. Avant cela rien n’est public, et votre brouillon est gardé, photos comprises. Vous pouvez tout remplir avant de vous connecter.',
    ],
  },
  'photos-that-sell': {
    question: 'Des photos qui font vendre',
    alsoAsked: 'images photo envoyer appareil bonne lumière couverture',
    answer: [
      'La lumière du jour, un fond calme, l’objet entier d’abord puis les détails, défauts compris.',
      'Le crayon sur une photo permet de la tourner, de la déplacer ou de dire ce qu’elle montre ; ce texte est lu aux personnes qui ne peuvent pas la voir.',
    ],
  },
  'photo-refused': {
    question: 'Ma photo n’est pas acceptée',
    alsoAsked: 'envoi échoue image trop grande trop petite taille mégaoctets pixels heic format floue bloquée',
    answer: [
      `Une photo peut faire ${megabytes} Mo et doit avoir au moins ${LIMITS.photos.minEdge} pixels sur son grand côté. Nous la redressons et retirons tout ce qui est caché dans le fichier, comme le lieu de la prise de vue, avant que quiconque la voie.`,
      'Elle est en JPEG, PNG, WebP ou AVIF. Une photo HEIC n’est acceptée que par les navigateurs qui savent la lire : sur le téléphone, choisissez « Le plus compatible » comme format de l’appareil photo, ou enregistrez-la en JPEG.',
      'Sans connexion, elle attend dans votre navigateur et repart d’elle-même, même après que la page a été fermée puis rouverte.',
    ],
  },
  'text-refused': {
    question: 'Mon titre ou ma description n’est pas accepté',
    alsoAsked: 'texte refusé rejeté mots lien numéro de téléphone e-mail majuscules autorisé erreur publier',
    answer: [
      `Un titre compte de ${LIMITS.title.min} à ${LIMITS.title.max} caractères, une description de ${LIMITS.description.min} à ${LIMITS.description.max.toLocaleString('fr')}. La page dit quelle phrase gêne.`,
    ],
    points: [
      'Pas de numéro de téléphone, d’adresse e-mail, de lien ni de messagerie : ici, on vous écrit là où l’on peut voir qui vous êtes.',
      'Des lettres normales, pas tout en majuscules.',
      'Chaque mot aussi souvent qu’une phrase en a besoin, et pas de liste de mots-clés.',
    ],
  },
  'price-guide': {
    question: 'Combien vaut mon objet ?',
    alsoAsked: 'guide des prix valeur estimer estimation combien demander conseil cher vendre à quel prix',
    answer: [
      'Une fois la catégorie choisie, le guide des prix montre à combien des objets semblables se sont vraiment vendus ces 180 derniers jours. Avec moins de huit ventes de ce genre, il le dit au lieu de deviner.',
      '« Ouvert aux offres » dit aux acheteurs que le prix se discute.',
    ],
  },
  'free-wanted-swap': {
    question: 'Donner, chercher ou échanger',
    alsoAsked: 'gratuit don cadeau recherche échange troc annonce de recherche genre type',
    answer: [
      'Une annonce vend, donne, cherche ou échange ; vous le choisissez tout en haut. Les recherches et les échanges n’ont pas besoin de photo, et un prix y est un budget ou une idée.',
    ],
  },
  drafts: {
    question: 'Où est mon annonce inachevée ?',
    alsoAsked: 'brouillon enregistré perdu continuer terminer plus tard revenir reprendre',
    answer: [
      'Ce que vous tapez est gardé en brouillon au fur et à mesure. Il attend sous vos annonces, et « Publier une annonce » propose de le reprendre. Avant la connexion, il est gardé dans ce navigateur, 30 jours au plus.',
    ],
  },
  'edit-ad': {
    question: 'Modifier une annonce ou son prix',
    alsoAsked: 'changer corriger mettre à jour annonce baisser réduire prix photos description titre faute',
    answer: [
      'Choisissez « Modifier » dans le menu de l’annonce, dans « Mon espace » ou sur l’annonce elle-même. Le changement est public quand vous l’enregistrez.',
      'Quand vous baissez le prix, l’ancien reste barré à côté, et ceux qui ont enregistré l’annonce voient de combien elle a baissé.',
    ],
  },
  'how-long-online': {
    question: 'Combien de temps une annonce reste-t-elle en ligne ?',
    alsoAsked: 'expire expiration expirée renouveler prolonger durée jours combien de temps fin annonce',
    answer: [
      'Cela dépend de la catégorie : 60 jours pour la plupart, 45 ou 90 pour certaines. La date figure près de chaque annonce dans « Mon espace », et nous vous envoyons un e-mail une semaine puis un jour avant.',
      'Les dix derniers jours, vous pouvez la prolonger. Une fois son temps écoulé, l’annonce quitte la recherche, et pendant 90 jours vous pouvez la remettre en ligne.',
    ],
  },
  'pause-or-reserve': {
    question: 'Mettre une annonce en pause ou la réserver',
    alsoAsked: 'réservé pause reprendre vacances absence arrêter temporairement cacher promis garder',
    answer: [
      'Réservée : on trouve encore l’annonce et on voit que quelqu’un va la prendre. En pause : personne ne la voit tant que vous ne la reprenez pas. Les deux sont dans le menu de l’annonce, dans « Mon espace », et s’y annulent aussi.',
    ],
  },
  sold: {
    question: 'Mon objet est vendu',
    alsoAsked: 'marquer vendu terminé parti vente annulée acheteur pas venu',
    answer: [
      'Marquez-le comme vendu dans « Mon espace ». Il quitte aussitôt la recherche, et ceux qui vous ont écrit peuvent encore lire leur conversation.',
      'Si la vente échoue, vous pouvez le remettre en ligne pendant 14 jours.',
    ],
  },
  'delete-ad': {
    question: 'Supprimer une annonce',
    alsoAsked: 'retirer enlever effacer annonce publication',
    answer: [
      'Choisissez « Supprimer » dans le menu de l’annonce, dans « Mon espace ». Elle disparaît aussitôt pour tout le monde. Pour la retirer seulement un moment, mettez-la en pause.',
    ],
  },
  'post-similar': {
    question: 'Publier de nouveau une annonce semblable',
    alsoAsked: 'copier dupliquer republier même annonce modèle deuxième une autre remonter',
    answer: [
      '« Publier une annonce semblable », dans le menu d’une de vos annonces, en commence une nouvelle avec son texte et des copies de ses photos. Rien n’est public avant que vous la publiiez.',
    ],
  },
  'many-ads': {
    question: 'Mettre beaucoup d’annonces à la fois',
    alsoAsked: 'import csv tableur excel en masse plusieurs annonces envoyer fichier boutique',
    answer: [
      'Avec un tableau au format CSV : chaque ligne devient un brouillon, auquel vous ajoutez des photos avant de le publier. Dans « Mon espace », vous pouvez cocher plusieurs annonces et les prolonger, les mettre en pause ou changer leur prix ensemble.',
    ],
  },
  'hidden-ad': {
    question: 'Pourquoi personne ne trouve-t-il mon annonce ?',
    alsoAsked: 'masquée invisible ne s’affiche pas disparue retirée modérateurs examen manque recherche',
    answer: ['« Mon espace » dit ce qu’elle est devenue.'],
    points: [
      'Brouillon : elle n’a pas encore été publiée. En pause ou expirée : remettez-la depuis son menu.',
      'À l’examen : les modérateurs la regardent d’abord. Renvoyée : changez ce qu’ils disent et publiez-la de nouveau.',
      'Masquée ou non acceptée : la raison est à côté, et la décision, avec le moyen de faire un recours, sous « Signalements ».',
      'Active : on la trouve. Un titre clair et la bonne catégorie la font remonter.',
    ],
  },
  'who-looked': {
    question: 'Combien de personnes ont vu mon annonce ?',
    alsoAsked: 'vues statistiques chiffres visiteurs enregistrements cœurs intérêt populaire nombre tableau de bord',
    answer: [
      '« Mon espace » compte les vues, les enregistrements et les conversations de toutes vos annonces. Une personne compte une fois par heure, et vos propres visites ne comptent pas. Qui a enregistré une annonce n’est pas montré.',
    ],
  },
  fees: {
    question: 'Combien coûte {brand} ? Y a-t-il des frais ?',
    alsoAsked:
      'frais coût commission pénalité annulation résiliation contrat prix publier gratuit abonnement payer professionnel',
    answer: [
      'Rien. Publier, vendre et écrire est gratuit, et aucune place dans la recherche ne s’achète. Aucun contrat ne vous lie, il n’y a donc pas non plus de frais pour annuler ou partir.',
    ],
  },
  shipping: {
    question: 'Comment fonctionne l’expédition',
    alsoAsked:
      'livraison options envoyer envoi poste colis transporteur coût modes disponible étranger domicile retirer',
    answer: [
      'Chaque annonce dit si l’objet est remis en main propre, expédié, ou les deux, et ce que coûte l’envoi. Si vous vendez, vous le fixez dans l’annonce ; si vous achetez, vous choisissez en l’écrivant dans la conversation.',
      '{brand} ne vend pas d’étiquettes et ne garde pas d’argent : convenez d’un suivi, et de qui paie si un colis se perd.',
    ],
  },
}
