import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** Signing in, the profile, and how to reach people. */
export const ACCOUNT: HelpWords['articles'] = {
  'cannot-sign-in': {
    question: 'Je n’arrive pas à me connecter',
    alsoAsked: 'connexion identifiant mot de passe oublié perdu réinitialiser récupérer code pin accès compte bloqué',
    answer: [
      'Choisissez « Oublié ? » sur la page de connexion. Si l’adresse a un compte, un lien pour un nouveau mot de passe est en route ; regardez aussi dans les indésirables. Nous donnons la même réponse qu’un compte existe ou non, pour que personne ne puisse savoir qui est ici.',
    ],
  },
  'create-account': {
    question: 'Comment m’inscrire ?',
    alsoAsked:
      'créer un compte inscription enregistrer rejoindre nouvel utilisateur devenir membre gratuit professionnel ouvrir',
    answer: [
      'Avec votre nom, une adresse e-mail et un mot de passe ; cela prend environ une minute. Pour regarder, aucun compte n’est nécessaire, et vous pouvez remplir une annonce entière avant d’en créer un.',
      'Il n’y a qu’un type de compte, il est gratuit, et il permet d’acheter et de vendre.',
    ],
  },
  'sign-up-trouble': {
    question: 'Il y a un problème avec mon inscription',
    alsoAsked: 'inscrire erreur souci échoue formulaire e-mail de confirmation lien pas arrivé impossible terminer',
    answer: ['La page dit à côté de chaque champ ce qui manque. Voici les raisons habituelles.'],
    points: [
      'L’e-mail avec le lien n’est pas arrivé : regardez dans les indésirables, et faites-le renvoyer après une minute. Le lien sert une fois.',
      'Le mot de passe est trop simple, ou connu d’une fuite ailleurs. Quelques mots à la suite conviennent.',
      'L’adresse a déjà un compte. Demandez alors un nouveau mot de passe.',
      'Rien de tout cela : écrivez-nous via « Contact » ce que vous avez fait et ce que vous avez vu.',
    ],
  },
  'change-password': {
    question: 'Définir un autre mot de passe',
    alsoAsked: 'changer modifier mettre à jour nouveau mot de passe plus fort sécurité',
    answer: [
      'Sous « Sécurité » dans « Mon espace », vous en définissez un nouveau. Si vous avez oublié l’ancien, choisissez « Oublié ? » sur la page de connexion et suivez le lien de l’e-mail. Long vaut mieux que compliqué : trois ou quatre mots que vous seul mettriez ensemble.',
    ],
  },
  'second-factor': {
    question: 'Clés d’accès et connexion en deux étapes',
    alsoAsked:
      'passkey application d’authentification second facteur 2fa mfa empreinte visage codes de récupération téléphone perdu',
    answer: [
      'Sous « Sécurité » dans « Mon espace », vous ajoutez une clé d’accès, qui vous connecte avec le verrou de votre appareil, ou une application d’authentification, dont les six chiffres sont demandés après le mot de passe.',
      'Avec l’application, vous recevez des codes de récupération. Chacun ouvre le compte une fois quand le téléphone n’est plus là ; gardez-les sur papier.',
    ],
  },
  'access-tokens': {
    question: 'Laisser entrer un programme à moi',
    alsoAsked: 'api jeton d’accès token clé développeur script intégration automatiser connecter programme',
    answer: [
      'Sous « Sécurité » dans « Mon espace », vous créez un jeton d’accès : avec un nom, sa durée, et ce que le programme peut faire, seulement lire ou aussi écrire. Le jeton est montré une fois ; gardez-le comme un mot de passe.',
      'Un jeton ne change jamais votre mot de passe ni votre connexion et ne supprime jamais votre compte. Supprimez-le sous « Sécurité » quand le programme ne sert plus ; un nouveau mot de passe met fin à tous.',
    ],
  },
  'change-email-or-phone': {
    question: 'Modifier mon compte : nom, téléphone, e-mail',
    alsoAsked:
      'gérer changer mettre à jour corriger profil informations personnelles coordonnées numéro adresse réglages du compte',
    answer: [
      'Vos noms, téléphone, photo, quartier et les mots sur vous sont dans « Mon espace », sous « Profil ».',
      'L’adresse e-mail est sous « Sécurité ». Un lien part à l’ancienne et à la nouvelle adresse, et la nouvelle compte quand les deux ont accepté.',
    ],
  },
  'profile-picture': {
    question: 'Ma photo et les mots sur moi',
    alsoAsked: 'changer ajouter avatar photo de profil bio portrait à propos stand télécharger',
    answer: [
      `Sous « Profil », vous pouvez envoyer une photo et écrire jusqu’à ${LIMITS.profile.bio} caractères sur vous. Les deux sont sur votre stand, la page que les autres voient quand ils touchent votre nom.`,
    ],
  },
  'who-sees-what': {
    question: 'Ce que les autres voient de moi',
    alsoAsked: 'qui peut voir vie privée numéro de téléphone visible public profil personnel cacher',
    answer: [
      'Votre nom affiché, votre photo, votre ville ou quartier, votre date d’arrivée, vos annonces et ce que des acheteurs ont écrit sur vous. Ni votre adresse e-mail, ni votre numéro de téléphone, ni votre nom complet.',
    ],
  },
  'another-account': {
    question: 'Passer à un autre compte',
    alsoAsked: 'changer de compte utilisateur autre deuxième deux plusieurs comptes profil basculer',
    answer: [
      'Déconnectez-vous, puis connectez-vous avec l’autre adresse. Sur un appareil vous êtes dans un compte à la fois, et deux comptes ne peuvent pas être réunis.',
    ],
  },
  'signed-in-elsewhere': {
    question: 'Je suis encore connecté sur un autre appareil',
    alsoAsked: 'déconnexion déconnecter appareils sessions piraté ordinateur téléphone perdu',
    answer: [
      'Se déconnecter met fin à votre session sur tous les appareils, pas seulement celui que vous avez en main. Se connecter aussi : la connexion la plus récente est celle qui compte.',
    ],
  },
  'new-account-limits': {
    question: 'Pourquoi ne puis-je plus publier ni écrire aujourd’hui ?',
    alsoAsked: 'limite quotidienne trop nouveau compte autorisé par jour restriction attendre',
    answer: [
      `Un nouveau compte peut publier ${LIMITS.newAccount.adsPerDay} annonces et commencer ${LIMITS.newAccount.conversationsPerDay} conversations par jour, ce qui tient le spam à distance. Répondre n’est jamais limité.`,
      'Les limites prennent fin quand vous êtes ici depuis une semaine et avez vendu quelque chose ou obtenu une réponse dans cinq conversations.',
    ],
  },
  mails: {
    question: 'Quels e-mails vais-je recevoir ? Y a-t-il une newsletter ?',
    alsoAsked:
      'newsletter lettre d’information abonnement abonner désabonner recevoir notifications publicité nouveautés arrêter e-mails',
    answer: [
      'Il n’y a ni newsletter ni publicité. Nous écrivons quand vous confirmez votre adresse ou voulez un nouveau mot de passe, quand quelque chose change dans la sécurité de votre compte, quand nous répondons à une lettre de votre part, et sur ce que vous avez choisi : messages que vous n’avez pas lus après dix minutes, offres et accords, recherches et annonces enregistrées, et vos propres annonces quand elles vont se terminer.',
      'Sous « Notifications » dans « Mon espace », vous choisissez ce qui arrive par e-mail ou en notification push, fixez des heures calmes, ou recevez un e-mail par jour. Le lien à la fin de chaque e-mail arrête ceux de ce genre, sans connexion.',
    ],
  },
  colours: {
    question: 'Clair ou sombre',
    alsoAsked: 'mode sombre thème nuit couleurs apparence lumineux',
    answer: [
      'Sous « Réglages », vous choisissez clair, sombre, ou comme votre système. Le choix reste dans ce navigateur.',
    ],
  },
  languages: {
    question: 'Quelles langues y a-t-il ?',
    alsoAsked: 'langue changer français anglais portugais espagnol allemand traduction monnaie euro dollar',
    answer: [
      'Les pages, cette aide et nos e-mails parlent les langues que vous trouvez au pied de chaque page : choisissez la vôtre là ou sous « Réglages ». Ce que les gens écrivent dans leurs annonces et messages reste tel qu’ils l’ont écrit.',
    ],
  },
  voice: {
    question: 'Comment utiliser la voix ?',
    alsoAsked: 'micro microphone dicter dictée parler parole lire à voix haute écouter vocal',
    answer: [
      'Un micro se trouve dans la recherche et là où vous publiez une annonce : dites ce que vous cherchez, ou décrivez ce que vous vendez, et le formulaire remplit ce qu’il a compris, pour que vous le vérifiiez.',
      'L’assistant (« Besoin d’aide ? ») peut écouter et parler là où votre navigateur le peut : le micro à côté de son champ note ce que vous dites, et le haut-parleur sous une réponse la lit. Partout ailleurs, la dictée de votre clavier fonctionne.',
    ],
  },
  'contact-us': {
    question: 'Nous joindre, ou parler à une personne',
    alsoAsked:
      'contact contacter service client assistance humain conseiller opérateur appeler numéro de téléphone adresse horaires chat en direct',
    answer: [
      'Écrivez-nous via « Contact », avec ou sans compte, avec jusqu’à trois images. Vous recevez un numéro, une copie par e-mail et la réponse par e-mail ; avec un compte, tout est aussi sous « Contact », où vous pouvez compléter.',
      'L’assistant peut transmettre votre conversation à une personne, si vous le lui dites. Il n’y a ni ligne téléphonique ni horaires fixes.',
    ],
  },
  complain: {
    question: 'Faire une réclamation',
    alsoAsked: 'plainte réclamer déposer mécontent consommateur contre entreprise organisation insatisfait',
    answer: [
      'Écrivez-nous via « Contact » : ce qui s’est passé, quand, et ce que vous aimeriez à la place. Si nous avons pris une décision sur une annonce, un message ou un compte à vous et que vous la croyez injuste, faites un recours sous « Signalements » dans « Mon espace » : quelqu’un qui ne l’a pas prise la réexamine.',
    ],
  },
  reviews: {
    question: 'Laisser un avis ou une remarque',
    alsoAsked: 'évaluer noter note étoiles opinion commentaire écrire retour expérience suggestion',
    answer: [
      'Après un accord, vous pouvez évaluer l’autre personne pendant 14 jours : sous « Avis » dans « Mon espace », ou dans la conversation. Personne ne le lit avant que vous ayez écrit tous les deux ou que les 14 jours soient passés, et la personne concernée peut y répondre une fois.',
      'Ce que vous pensez de {brand}, en bien ou en mal, nous parvient via « Contact ».',
      'Là où un stand montre des étoiles, c’est la moyenne d’au moins cinq avis.',
    ],
  },
  'what-is-stored': {
    question: 'Qu’est-ce qui est enregistré sur moi, et puis-je en avoir une copie ?',
    alsoAsked: 'rgpd données export télécharger vie privée cookies personnel suivi statistiques accès',
    answer: [
      'La notice de confidentialité dit tout, et pourquoi. Il n’y a pas de publicité, et rien ne compte vos visites sans votre accord. Pour une copie, choisissez « Télécharger mes données » sous « Réglages » dans « Mon espace » : un fichier ZIP avec votre profil, vos annonces, messages, offres, accords, avis, enregistrements et photos, trois fois par jour au plus.',
    ],
  },
  'delete-account': {
    question: 'Supprimer mon compte et mes données',
    alsoAsked: 'fermer clôturer résilier suppression effacer utilisateur profil rgpd désactiver quitter partir',
    answer: [
      'Choisissez « Supprimer mon compte » sous « Réglages » dans « Mon espace ». Vous montrez une fois encore que c’est bien vous ; dès lors personne ne voit plus votre profil ni vos annonces, les offres et accords en cours prennent fin, et vous êtes déconnecté partout.',
      'Pendant 30 jours, vous pouvez revenir en arrière en vous connectant. Ensuite, tout ce qui vous concerne est effacé. Ce que vous avez écrit aux autres reste chez eux, sous le nom « Compte supprimé ».',
    ],
  },
}
