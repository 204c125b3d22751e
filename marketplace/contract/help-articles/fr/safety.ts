import type { HelpWords } from '../article.ts'

/** Meeting, paying, and what can go wrong. */
export const SAFETY: HelpWords['articles'] = {
  'where-to-meet': {
    question: 'Choisir un lieu de rendez-vous',
    alsoAsked: 'lieu rencontre retrait chercher remise sûr public rencontrer vendeur acheteur en personne où',
    answer: [
      'Retrouvez-vous là où il y a du monde, de jour : un café, le hall d’une gare, l’entrée d’une bibliothèque. Pour un gros objet qu’il faut voir à domicile, faites-vous accompagner.',
    ],
    points: [
      'Regardez l’objet et essayez-le avant que l’argent ne change de mains.',
      'Dites à quelqu’un où vous allez.',
      'Ne donnez votre adresse qu’une fois décidé.',
    ],
  },
  'five-scams': {
    question: 'Cinq arnaques et comment elles commencent',
    alsoAsked:
      'arnaque escroquerie fraude faux hameçonnage suspect whatsapp telegram coursier vérification tricherie ruse',
    answer: [
      'Elles se présentent différemment et ont un point commun : quelqu’un veut que vous quittiez la messagerie, que vous vous dépêchiez ou que vous payiez avant d’avoir rien vu.',
    ],
    points: [
      'La page du transporteur. « J’ai payé, saisissez votre carte pour recevoir l’argent. » On ne saisit jamais une carte pour être payé.',
      'L’autre application. L’envie de continuer dès la première minute sur WhatsApp, Telegram ou par e-mail, où personne ne voit la suite.',
      'Le trop-perçu. Un paiement supérieur au prix, et la demande de renvoyer la différence. Le premier paiement disparaît ensuite.',
      'Le code. Quelqu’un demande un code à six chiffres reçu sur votre téléphone « pour vérifier que vous existez ». Il ouvre votre compte.',
      'L’acompte. L’objet ne peut pas être vu, d’autres attendent, un petit virement le réserverait. L’objet n’existe pas.',
    ],
  },
  report: {
    question: 'Signaler une personne ou une annonce',
    alsoAsked: 'signaler abus suspect utilisateur dénoncer fausse annonce illégal volé contrefaçon',
    answer: [
      'Choisissez « Signaler » sur l’annonce, sur le stand de la personne, près d’un avis, ou dans le menu d’une conversation ou d’un message. Dites ce qui ne va pas ; une personne l’examine et vous dit ce qu’il en est advenu, sous « Signalements » dans « Mon espace ».',
      'Sans compte, ou pour notifier officiellement un contenu illicite, écrivez-nous via « Contact ». S’il y a un danger immédiat, appelez d’abord la police.',
    ],
  },
  'when-to-pay': {
    question: 'Quand dois-je payer ?',
    alsoAsked:
      'ma transaction est-elle sûre sécurité protection acheteur confiance payer d’avance acompte virement avant de voir',
    answer: [
      'Quand l’objet est entre vos mains et que vous l’avez vérifié. {brand} n’encaisse aucun paiement et ne vous demande jamais de payer par lien, bon d’achat ou code bancaire. Qui le fait en notre nom n’est pas nous.',
    ],
  },
  'payment-problem': {
    question: 'Il y a un problème avec un paiement',
    alsoAsked: 'paiement erreur échoué refusé débité deux fois signaler transaction pas arrivé pas reçu argent',
    answer: [
      '{brand} n’encaisse aucun paiement : ici, aucun ne peut échouer ni être débité deux fois. Ce qui s’est passé, la personne payée le voit, ainsi que la banque ou le service qui a transporté l’argent.',
    ],
    points: [
      'Demandez à l’autre personne, dans la conversation, si l’argent est arrivé.',
      'Demandez à votre banque ou au service de paiement, avec la date et le montant.',
      'Si une page qui ressemblait à {brand} a pris votre carte, considérez que c’est une arnaque : appelez votre banque, puis écrivez-nous.',
    ],
  },
  refunds: {
    question: 'Puis-je être remboursé ?',
    alsoAsked:
      'remboursement rembourser argent rendu dédommagement retour délai suivre mon remboursement reprendre objet',
    answer: [
      'Pas par {brand} : nous n’encaissons aucun paiement, nous ne détenons donc aucun argent à rendre, et il n’y a aucun remboursement à suivre. Que la personne qui vend reprenne l’objet se décide entre vous deux. Demandez-le dans la conversation.',
      'Là où la loi vous donne des droits, par exemple face à un commerce ou quand une annonce était mensongère, ils restent entiers. Si vous avez été trompé, demandez à votre banque de rappeler le paiement.',
    ],
  },
  'check-a-person': {
    question: 'Comment savoir à qui j’ai affaire ?',
    alsoAsked: 'confiance vendeur acheteur vérifié authentique réel note stand réputation fiable vérifier sérieux',
    answer: ['Touchez le nom sur une annonce pour voir le stand de la personne.'],
    points: [
      'Depuis quand elle est ici, ce qu’elle a vendu et ce qu’elle propose maintenant.',
      'Ce qui a été confirmé, comme l’adresse e-mail ou le numéro de téléphone.',
      'En combien de temps elle répond, et à combien de premiers messages elle répond dans les 24 heures. Seuls comptent les premiers messages, ceux des 30 derniers jours ou, s’il y en a moins de dix, les dix derniers en 90 jours. En dessous de cinq, rien n’est affiché.',
      'Combien d’accords elle a conclus ici, et à combien d’entre eux elle n’est pas venue.',
    ],
  },
  'mail-in-our-name': {
    question: 'Ce message vient-il vraiment de {brand} ?',
    alsoAsked:
      'hameçonnage faux e-mail sms lien transporteur demande mot de passe carte code vérifier courriel suspect',
    answer: [
      'Nous ne demandons jamais de mot de passe, de numéro de carte ni de code, ni par e-mail, ni par téléphone, ni dans la messagerie. Dans nos e-mails, aucun lien n’en demande. La liste de nos e-mails est sous « Notifications » dans « Mon espace ».',
      'Dans le doute, n’ouvrez aucun lien. Collez-le dans le vérificateur de cette page, qui n’ouvre rien, ou demandez-nous via « Contact ».',
    ],
  },
  'unwanted-messages': {
    question: 'Quelqu’un m’écrit et je ne le veux pas',
    alsoAsked: 'bloquer ignorer spam harcèlement insulte menace grossier arrêter importuner',
    answer: [
      'Vous n’êtes pas obligé de répondre. Bloquez la personne dans le menu de la conversation : aucun de vous ne peut plus écrire à l’autre. Les personnes bloquées figurent sous « Réglages » dans « Mon espace », où vous pouvez revenir en arrière.',
      'Signalez ce qui a été dit dans le même menu, et une personne l’examine. En cas de menaces, adressez-vous aussi à la police.',
    ],
  },
  'message-held': {
    question: 'Pourquoi mon message a-t-il été masqué ou pas remis ?',
    alsoAsked:
      'message bloqué retenu masqué censuré points pas envoyé refusé avertissement recours lien numéro de téléphone dans la conversation',
    answer: [
      'Chaque message est lu par des règles, pas par des personnes, avant d’arriver. Elles cherchent ce que font les escrocs : des liens que personne ne connaît, des numéros et des adresses avant que vous vous connaissiez, de l’argent d’avance, des codes. Ce sont les règles du vérificateur de cette page.',
    ],
    points: [
      'Couvert de points : des coordonnées. Vous les voyez tous les deux une fois que chacun a écrit deux fois.',
      'Avec un avertissement : il a été remis, et l’autre personne sait à quoi faire attention.',
      'Pas remis : la raison est sous votre message, et vous pouvez demander qu’une personne l’examine.',
    ],
  },
  'who-reads-messages': {
    question: 'Qui peut lire mes messages ?',
    alsoAsked: 'conversation privée chiffré chiffrement confidentialité secret accusé de lecture',
    answer: [
      'Vous et la personne à qui vous écrivez. Ils ne sont pas chiffrés de bout en bout : qui exploite le serveur pourrait les lire, et ne le fait que si quelqu’un signale un problème ou si la loi l’exige.',
      'Sous votre dernier message, vous voyez s’il est arrivé et s’il a été lu. L’autre personne aussi.',
    ],
  },
  'my-location': {
    question: 'Une annonce montre-t-elle où j’habite ?',
    alsoAsked: 'localisation carte domicile rue gps position adresse quartier caché',
    answer: [
      'Non. Une annonce montre un quartier, jamais une adresse, et sa position sur la carte est arrondie à environ 300 mètres avant d’être enregistrée. Le lieu qu’un appareil cache dans une photo est retiré aussi.',
    ],
  },
  'not-allowed': {
    question: 'Qu’est-ce qui n’est pas autorisé ici ?',
    alsoAsked:
      'interdit interdits règles proposer vendre illégal armes drogues médicaments animaux alcool tabac ai-je le droit',
    answer: [
      'Tout ce qu’il est illégal de vendre là où vous êtes, les objets volés ou contrefaits, les armes, les drogues, les médicaments, les animaux vivants sans les papiers nécessaires, les données personnelles, et les annonces qui ne font que promouvoir autre chose. La liste entière, avec ses raisons, est à la fin de la page sur la publication.',
    ],
  },
  'after-a-scam': {
    question: 'Que faire après une arnaque',
    alsoAsked: 'j’ai été arnaqué escroqué volé perdu argent police banque plainte opposition',
    answer: ['Agir vite peut sauver l’argent.'],
    points: [
      'Appelez votre banque et demandez d’arrêter ou de rappeler le paiement, et de bloquer la carte si vous avez saisi son numéro quelque part.',
      'Changez votre mot de passe ici et partout où vous utilisez le même.',
      'Gardez tout : la conversation, l’annonce, le compte payé. Portez plainte auprès de la police.',
      'Dites-le-nous, pour que d’autres soient épargnés.',
    ],
  },
}
