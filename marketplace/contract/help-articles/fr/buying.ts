import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** From the search to the thing in one's hands. */
export const BUYING: HelpWords['articles'] = {
  'how-search-works': {
    question: 'Comment chercher des objets ?',
    alsoAsked: 'rechercher trouver parcourir articles choses recherche',
    answer: [
      'Tapez ce que vous cherchez ; les petites fautes de frappe sont pardonnées. Affinez ensuite par catégorie, prix, état, distance et remise.',
    ],
  },
  'near-me': {
    question: 'Trouver des choses près de chez moi',
    alsoAsked: 'proximité distance rayon kilomètres lieu proche quartier ville carte local trier',
    answer: [
      'Sur la page d’accueil ou parmi les filtres, choisissez votre quartier ou la position de votre appareil, et jusqu’où vous iriez : 5 à 200 km, ou toute distance. « Plus proches » trie alors par distance. Le lieu reste dans ce navigateur.',
    ],
  },
  'sort-and-filter': {
    question: 'Trier et filtrer les résultats',
    alsoAsked: 'moins cher prix le plus bas récent ordre filtres affiner état catégorie trop de résultats',
    answer: [
      'Par pertinence, nouveauté, prix croissant ou décroissant, ou proximité. Les filtres sont à côté des résultats, sur un téléphone derrière le bouton « Filtres » ; quand ils ne laissent rien, nous disons lequel enlever.',
    ],
  },
  'keep-a-search': {
    question: 'Puis-je garder une recherche ?',
    alsoAsked: 'recherche enregistrée alerte notification nouvelles annonces surveiller favori partager lien',
    answer: [
      'Oui : touchez « Enregistrer la recherche » au-dessus des résultats. Nous vous prévenons des nouvelles annonces, des baisses de prix et des annonces revenues, aussitôt ou une fois par heure, par jour ou par semaine, en disant pourquoi chacune a été trouvée. Les mots dont vous ne voulez pas peuvent être exclus.',
      'Vos recherches sont dans « Mon espace » sous « Recherches », jusqu’à 20. Les mots et les filtres sont aussi dans l’adresse de la page : envoyez-la à un ami.',
    ],
  },
  'save-an-ad': {
    question: 'Enregistrer une annonce pour plus tard',
    alsoAsked: 'cœur favori favoris liste d’envies suivre gardée se souvenir vus récemment',
    answer: [
      `Touchez le cœur. Les annonces enregistrées attendent dans « Mon espace », jusqu’à ${LIMITS.favorites.max}, et vous disent quand le prix a baissé. Les cœurs donnés avant la connexion vous suivent.`,
    ],
  },
  'how-to-buy': {
    question: 'Comment acheter quelque chose ?',
    alsoAsked: 'passer commande commander achat acheter acquérir obtenir article panier caisse boutique',
    answer: [
      'Il n’y a ni panier ni caisse : vous vous mettez d’accord avec la personne qui vend, comme devant un stand.',
    ],
    points: [
      'Ouvrez l’annonce et choisissez « Message ». Demandez ce que vous voulez savoir, et dites quand vous pourriez venir.',
      'Mettez-vous d’accord sur le prix, et sur le lieu de rendez-vous ou le mode d’envoi.',
      'Regardez l’objet, essayez-le, payez, et emportez-le.',
    ],
  },
  'message-a-seller': {
    question: 'Écrire à la personne qui vend',
    alsoAsked: 'message contacter vendeur conversation poser une question répondre envoyer acheteur boîte de réception',
    answer: [
      `Choisissez « Message » sur l’annonce ; il vous faut un compte. Un message peut compter ${LIMITS.message.max.toLocaleString('fr')} caractères ; Entrée l’envoie, Maj+Entrée commence une nouvelle ligne. Sans connexion, il attend et part de lui-même.`,
      'On peut aussi envoyer des images, une fois quelques mots écrits. Vous seuls les voyez, tous les deux.',
    ],
  },
  'no-answer': {
    question: 'La personne qui vend ne répond pas',
    alsoAsked: 'pas de réponse ignoré attendre vendeur lent acheteur disparu silence',
    answer: [
      'Laissez-lui un jour. Le stand dit en combien de temps quelqu’un répond d’habitude, et sous votre message vous voyez s’il a été lu. Une annonce réservée ou vendue en est une raison courante ; regardez les objets semblables en dessous.',
    ],
  },
  offers: {
    question: 'Puis-je faire une offre ?',
    alsoAsked:
      'négocier marchander baisser le prix remise enchère accepter refuser contre-offre retirer proposition de prix',
    answer: [
      'Oui : choisissez « Faire une offre » sur l’annonce, ou les pièces à côté du champ de message. Elle tient 48 heures. L’autre personne l’accepte, la refuse ou répond par un autre montant ; il n’y a pas d’enchères.',
    ],
    points: [
      'Vous avez trois offres par annonce. La personne qui vend dit à partir de combien elle en accepte ; c’est la moitié du prix, sauf si elle le change.',
      'Une seule offre est ouverte à la fois dans une conversation. La suivante prend sa place.',
      'Quand une offre est acceptée, l’annonce est réservée 72 heures, et toutes les autres offres tombent.',
    ],
  },
  handover: {
    question: 'Comment se passe la remise ?',
    alsoAsked: 'rencontre rendez-vous rencontrer code de remise accord convenu calendrier rappel pas venu annuler',
    answer: [
      'Quand une offre est acceptée, la conversation montre l’accord. L’un de vous propose une heure et un lieu public, l’autre confirme, et un rappel vous parvient à tous deux un jour et deux heures avant.',
    ],
    points: [
      'La personne qui achète ouvre le code de remise et dit ses quatre chiffres une fois l’objet entre ses mains. La personne qui vend le saisit, et l’accord est conclu.',
      'Un colis reçoit son transporteur et son numéro de suivi. L’accord est conclu quand la personne qui achète dit qu’il est arrivé, ou 14 jours plus tard.',
      'Avant cela, chacun de vous peut annuler l’accord. Si rien n’est convenu en 72 heures, il tombe de lui-même, et l’annonce est de nouveau en ligne.',
      'Si l’autre personne ne vient pas, vous pouvez le dire 15 minutes après l’heure. Cela compte sur son stand.',
    ],
  },
  'how-to-pay': {
    question: 'Comment puis-je payer ?',
    alsoAsked:
      'paiement moyens modes de paiement options acceptés disponibles espèces liquide carte crédit paypal virement visa bitcoin plusieurs fois',
    answer: [
      'Comme vous en convenez avec la personne qui vend ; en espèces à la remise est le plus simple. {brand} n’encaisse aucun paiement, par carte ou autrement, il n’y a donc pas de moyen de paiement à choisir ici.',
    ],
  },
  'delivery-address': {
    question: 'Où saisir ou changer mon adresse de livraison ?',
    alsoAsked:
      'adresse d’expédition ajouter nouvelle autre seconde modifier corriger fausse lieu de livraison postale domicile',
    answer: [
      'Nulle part : {brand} ne garde pas d’adresses. Quand quelque chose doit vous être envoyé, donnez l’adresse dans la conversation une fois décidé. Si elle a changé, dites-le là avant le départ du colis.',
    ],
  },
  'where-is-my-parcel': {
    question: 'Quand mon objet arrive-t-il ? Où est mon colis ?',
    alsoAsked:
      'suivre suivi commande état de ma commande délai de livraison combien de temps attendre date prévue en retard expédition',
    answer: [
      'Demandez dans la conversation : qui a envoyé le colis a le numéro de suivi, et le transporteur dit combien de temps cela prend. {brand} n’envoie rien, aucune commande ni aucun colis ne peut donc être suivi ici.',
    ],
  },
  'change-of-mind': {
    question: 'Annuler ou modifier un achat',
    alsoAsked:
      'annulation de ma commande annuler changer modifier retirer ajouter échanger article rétracter acheté par erreur',
    answer: [
      'Il n’y a pas ici de commandes à annuler ou à modifier : ce dont vous êtes convenus est dans la conversation. Écrivez-y, dès que vous le savez, que vous n’en voulez plus ou que vous voulez autre chose en plus.',
      'Savoir si vous devez vous y tenir est une affaire entre vous deux et la loi de là où vous vivez.',
    ],
  },
  invoice: {
    question: 'Où obtenir une facture ?',
    alsoAsked: 'factures reçu ticket preuve d’achat télécharger impôt tva mois',
    answer: [
      'Auprès de la personne qui vend. {brand} ne vend rien et n’encaisse aucun paiement, donc n’établit ni ne garde de factures. Dans la plupart des pays, les commerces vous en doivent une ; à un particulier, demandez quelques lignes signées sur papier.',
    ],
  },
  'ad-gone': {
    question: 'L’annonce que j’ai vue a disparu',
    alsoAsked: 'annonce disparue plus disponible manque introuvable expirée vendue 404',
    answer: [
      'Elle a été vendue, s’est terminée ou a été retirée. Ce que vous avez regardé dernièrement est sous « Vus récemment », et ce que vous en avez écrit reste sous « Messages ».',
    ],
  },
}
